#!/bin/sh
# An operator's first hour, as a script: two copies of Tomcat as its project publishes it, the jars
# of the zip in lib, one <Manager> in conf/context.xml, a jvmRoute each, started by Tomcat's own
# catalina.sh. Tomcat's own "examples" application gets a session; the Tomcat that served it is
# killed with kill -9; the other one must know the session. Needs a JDK and memcached.
#
#   untouched-tomcat.sh [9|10.1|11] [java|kryo|xstream|javolution]      (11 and kryo unless named)
#
# An update of Holdfast from one Tomcat to the next, with sessions alive: t2 has the jars of another
# version, the folder of an unpacked zip; the session goes there and back again.
#
#   untouched-tomcat.sh LINE SERIALIZER BEFORE [EXAMPLE]     (sticky-async unless named; or any-tomcat)
set -eu

line=${1:-11}
serializer=${2:-kryo}
before=${3:-}
example=${4:-sticky-async}
if [ -n "$before" ] && [ ! -d "$before/$serializer" ]; then
  echo "BEFORE is the folder of an unpacked zip; $before has no folder $serializer" >&2
  exit 2
fi
root=$(cd "$(dirname "$0")/../../.." && pwd)
say() { echo "[untouched-tomcat $line $serializer] $*"; }
fail() {
  say "FAILED: $*" >&2
  exit 1
}

case $line in
  9) property=version.tomcat9.dist ;;
  10.1) property=version.tomcat10.dist ;;
  11) property=version.tomcat11.dist ;;
  *) fail "there is no line $line; name 9, 10.1 or 11" ;;
esac
pom_value() { sed -n "s|^ *<$1>\(.*\)</$1>.*|\1|p" "$root/pom.xml" | head -n 1; }
tomcat_version=$(pom_value "$property")
version=$(pom_value version)
command -v memcached >/dev/null || fail "there is no memcached on the PATH"
if [ -n "${JAVA_HOME:-}" ]; then
  PATH=$JAVA_HOME/bin:$PATH
  export PATH
fi
command -v javac >/dev/null || fail "there is no JDK on the PATH and JAVA_HOME names none"

work=$(mktemp -d "${TMPDIR:-/tmp}/holdfast-untouched.XXXXXX")
pids=
clean_up() {
  status=$?
  trap - EXIT INT TERM
  for file in "$work"/t1/catalina.pid "$work"/t2/catalina.pid; do
    if [ -s "$file" ]; then pids="$pids $(cat "$file")"; fi
  done
  for pid in $pids; do kill -9 "$pid" 2>/dev/null || true; done
  if [ "$status" -ne 0 ]; then
    for log in "$work"/t1/logs/catalina.out "$work"/t2/logs/catalina.out; do
      if [ -f "$log" ]; then
        echo "--- the end of $log" >&2
        tail -n 40 "$log" >&2
      fi
    done
  fi
  rm -rf "$work"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# until_true SECONDS WHAT COMMAND...: tries once a second.
until_true() {
  left=$1
  what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || fail "not in time: $what"
    sleep 1
  done
}

say "Tomcat $tomcat_version and holdfast-$version.zip"
zip=$root/dist/target/holdfast-$version.zip
if [ ! -f "$zip" ]; then
  say "there is no $zip, building it"
  (cd "$root" && ./mvnw -q -DskipTests package -pl dist -am)
fi
(cd "$work" && jar xf "$zip")
holdfast=$(dirname "$(find "$work" -name INSTALL.txt)")
[ -d "$holdfast/$serializer" ] || fail "the zip has no folder $serializer"
# The build has fetched it, unless the zip was built elsewhere.
tomcat=$HOME/.m2/repository/org/apache/tomcat/tomcat/$tomcat_version/tomcat-$tomcat_version.tar.gz
if [ -f "$tomcat" ]; then
  cp "$tomcat" "$work"
else
  (cd "$root" && ./mvnw -q -N dependency:copy \
    "-Dartifact=org.apache.tomcat:tomcat:$tomcat_version:tar.gz" "-DoutputDirectory=$work")
fi
javac -J-XX:TieredStopAtLevel=1 -d "$work/probe" "$(dirname "$0")/Probe.java"
probe() { java -Xshare:auto -XX:TieredStopAtLevel=1 -cp "$work/probe" Probe "$@"; }

# shellcheck disable=SC2046 # one word per port is what is wanted
set -- $(probe ports 6)
node1=$1 node2=$2 http1=$3 http2=$4 stop1=$5 stop2=$6

for port in "$node1" "$node2"; do
  user=
  if [ "$(id -u)" = 0 ]; then user='-u root'; fi
  # shellcheck disable=SC2086 # nothing or two words
  memcached -l 127.0.0.1 -U 0 -m 64 -p "$port" $user &
  pids="$pids $!"
done
until_true 10 "memcached on port $node1" probe listens "$node1"
until_true 10 "memcached on port $node2" probe listens "$node2"

# install NAME HTTP_PORT SHUTDOWN_PORT FOLDER: the README's lines, with the jars of this folder.
install() {
  mkdir "$work/$1"
  tar -xzf "$work/tomcat-$tomcat_version.tar.gz" -C "$work/$1" --strip-components 1
  cp "$4/$serializer"/*.jar "$work/$1/lib/"
  sed -i.orig \
    -e "s|<Engine name=\"Catalina\" defaultHost=\"localhost\">|<Engine name=\"Catalina\" defaultHost=\"localhost\" jvmRoute=\"$1\">|" \
    -e "s|port=\"8080\"|address=\"127.0.0.1\" port=\"$2\"|" \
    -e "s|port=\"8005\"|port=\"$3\"|" \
    "$work/$1/conf/server.xml"
  [ -f "$4/examples/$example/context.xml" ] || fail "$4 has no example $example"
  sed -n '/<Manager/,/\/>/p' "$4/examples/$example/context.xml" |
    sed -e "s|memcachedNodes=\"[^\"]*\"|memcachedNodes=\"n1:127.0.0.1:$node1, n2:127.0.0.1:$node2\"|" \
      -e "s|transcoderFactoryClass=\"[^\"]*\"|transcoderFactoryClass=\"$serializer\"|" \
      >"$work/manager.xml"
  sed -i.orig -e "/^<Context>/r $work/manager.xml" "$work/$1/conf/context.xml"
}

# catalina NAME COMMAND
catalina() {
  CATALINA_HOME=$work/$1 CATALINA_BASE=$work/$1 CATALINA_PID=$work/$1/catalina.pid \
    CATALINA_OPTS='-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC' "$work/$1/bin/catalina.sh" "$2" >"$work/$1/catalina-$2.txt" 2>&1
}

serves() { grep -q 'Server startup in' "$work/$1/logs/catalina.out"; }
ended() { ! kill -0 "$1" 2>/dev/null; }

install t1 "$http1" "$stop1" "$holdfast"
install t2 "$http2" "$stop2" "${before:-$holdfast}"
say "starting two Tomcats on ports $http1 and $http2, nodes on $node1 and $node2"
catalina t1 start
catalina t2 start
until_true 120 "the start of t1" serves t1
until_true 120 "the start of t2" serves t2

page=/examples/servlets/servlet/SessionExample
say "a session on t1"
probe get "http://127.0.0.1:$http1$page?dataname=cart&datavalue=three+books" >"$work/first.html"
cookie=$(sed -n 's/^cookie: \(JSESSIONID=.*\)$/\1/p' "$work/first.html")
case $cookie in
  *.t1) ;;
  *) fail "the session's cookie should end in .t1 and is '$cookie'" ;;
esac
grep -q 'cart = three books' "$work/first.html" || fail "t1 does not show the attribute"
id=${cookie#JSESSIONID=}
# The backup is made after the answer, within milliseconds; its key begins with the application.
until_true 10 "the backup of the session" probe stored "/examples_${id%.t1}" "$node1" "$node2"

# killed NAME: kill -9.
killed() {
  pid=$(cat "$work/$1/catalina.pid")
  say "kill -9 $pid, which is $1"
  kill -9 "$pid"
  until_true 10 "the end of $1" ended "$pid"
  rm "$work/$1/catalina.pid"
}
killed t1

probe get "http://127.0.0.1:$http2$page" "$cookie" >"$work/second.html"
grep -q 'cart = three books' "$work/second.html" ||
  fail "t2 does not know the session: $(cat "$work/second.html")"
if [ "$example" != any-tomcat ]; then
  moved=$(sed -n 's/^cookie: \(JSESSIONID=.*\)$/\1/p' "$work/second.html")
  [ "$moved" = "${cookie%.t1}.t2" ] || fail "after the takeover the cookie is '$moved', was '$cookie'"
  say "t2 shows the same cart, the id's route is t2 now"
  cookie=$moved
fi

# has TEXT: whether the first Tomcat shows it.
has() {
  probe get "http://127.0.0.1:$http1$page" "$cookie" >"$work/back.html" && grep -q "$1" "$work/back.html"
}
if [ -n "$before" ]; then
  say "t2, with the jars of $before, shows what t1 has stored; it changes the session"
  probe get "http://127.0.0.1:$http2$page?dataname=fruit&datavalue=pear" "$cookie" >"$work/third.html"
  grep -q 'fruit = pear' "$work/third.html" || fail "t2 cannot change it: $(cat "$work/third.html")"
  mv "$work/t1/logs/catalina.out" "$work/t1/logs/catalina.first.out"
  catalina t1 start
  until_true 120 "the second start of t1" serves t1
  if [ "$example" = any-tomcat ]; then
    has 'fruit = pear' || fail "t1 does not show what t2 has stored: $(cat "$work/back.html")"
  fi
  killed t2
  until_true 10 "t1 shows what t2 has stored" has 'fruit = pear'
  has 'cart = three books' || fail "t1 has lost the cart: $(cat "$work/back.html")"
  say "t1 shows what t2 has stored"
  if grep -E 'SEVERE|cannot be used|cannot be decoded' "$work"/t?/logs/catalina*.out >&2; then
    fail "the logs complain"
  fi
  say "OK"
  exit
fi

survivor=$(cat "$work/t2/catalina.pid")
catalina t2 stop
until_true 60 "the orderly stop of t2" ended "$survivor"
rm -f "$work/t2/catalina.pid"
if grep -E 'SEVERE|has failed to stop it' "$work"/t?/logs/catalina.out >&2; then
  fail "the logs complain"
fi
say "OK"
