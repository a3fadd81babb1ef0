#!/bin/sh
# Tomcat's own tests, with Tomcat's own manager and with ours, sticky and not: every test that fails
# with ours alone is our fault. Tomcat publishes its tests only in its source release, so that has to
# be unpacked somewhere (archive.apache.org, or "apt-get source tomcat10" on Debian). Tomcat itself
# and the libraries of its tests come from Maven Central. Needs a JDK and memcached.
#
#   tomcat-tests.sh SOURCE [CLASSES]      CLASSES: a regular expression; all that start a Tomcat unless named
#
# JOBS is how many run at a time (2). USED=-used has each request change a session before its test sees
# it: more tests fail then, with Tomcat's manager too, and ours has more to do. What each test prints, and the outcome of each, is left in
# target/tomcat-tests. Names of tests that fail with ours alone, twice, end it with status 1.
set -eu

[ $# -ge 1 ] && [ -f "$1/build.properties.default" ] || {
  echo "usage: tomcat-tests.sh SOURCE [CLASSES], where SOURCE is an unpacked source release of Tomcat" >&2
  exit 2
}
source=$(cd "$1" && pwd)
classes=${2:-.}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$root/target/tomcat-tests
managers="tomcat${USED:-} sticky${USED:-} non-sticky${USED:-}"
say() { echo "[tomcat-tests] $*"; }
fail() {
  say "FAILED: $*" >&2
  exit 1
}
command -v memcached >/dev/null || fail "there is no memcached on the PATH"
if [ -n "${JAVA_HOME:-}" ]; then
  PATH=$JAVA_HOME/bin:$PATH
  export PATH
fi
command -v javac >/dev/null || fail "there is no JDK on the PATH and JAVA_HOME names none"

property() { sed -n "s/^$1=\(.*\)/\1/p" "$source/build.properties.default" | head -n 1; }
tomcat_version=$(property version.major).$(property version.minor).$(property version.build)
version=$(sed -n 's|^ *<version>\(.*\)</version>.*|\1|p' "$root/pom.xml" | head -n 1)

pids=
clean_up() {
  status=$?
  trap - EXIT INT TERM
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

rm -rf "$work"
mkdir -p "$work/jars" "$work/classes" "$work/out" "$work/temp"
say "Tomcat $tomcat_version and holdfast-$version.zip"
zip=$root/dist/target/holdfast-$version.zip
if [ ! -f "$zip" ]; then
  say "there is no $zip, building it"
  (cd "$root" && ./mvnw -q -Dmaven.test.skip=true package -pl dist -am)
fi
(cd "$work" && jar xf "$zip")
cp "$(dirname "$(find "$work" -name INSTALL.txt)")"/java/*.jar "$work/jars"

# The versions need not be exactly those that Tomcat's build names.
{
  echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
  echo '<groupId>io.holdfast</groupId><artifactId>tomcat-tests</artifactId><version>1</version>'
  echo '<packaging>pom</packaging><dependencies>'
  while read -r group artifact number; do
    echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$number</version></dependency>"
  done <<'LIBRARIES'
junit junit 4.13.2
org.hamcrest hamcrest 3.0
org.easymock easymock 5.6.0
org.objenesis objenesis 3.4
com.unboundid unboundid-ldapsdk 7.0.4
biz.aQute.bnd biz.aQute.bnd.annotation 7.0.0
org.apache.derby derby 10.16.1.1
org.apache.derby derbytools 10.16.1.1
org.bouncycastle bcpkix-jdk18on 1.81
org.apache.ant ant 1.10.15
LIBRARIES
  echo '</dependencies></project>'
} >"$work/pom.xml"
(cd "$root" && ./mvnw -q -f "$work/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$work/jars")
(cd "$root" && ./mvnw -q -N dependency:copy \
  "-Dartifact=org.apache.tomcat:tomcat:$tomcat_version:tar.gz" "-DoutputDirectory=$work")
mkdir "$work/tomcat"
tar -xzf "$work/tomcat-$tomcat_version.tar.gz" -C "$work/tomcat" --strip-components 1
mkdir -p "$work/tomcat/webapps/examples/WEB-INF/classes"
path=$work/tomcat/webapps/examples/WEB-INF/classes:$work/classes
for jar in "$work"/jars/*.jar "$work"/tomcat/lib/*.jar "$work/tomcat/bin/tomcat-juli.jar"; do
  path=$path:$jar
done

say "compiling"
cp -R "$source/test" "$work/test"
rm -rf "$work/test/org/apache/tomcat/buildutil" # tests of tools that only Tomcat's build has
base=$work/test/org/apache/catalina/startup/TomcatBaseTest.java
sed -i.orig 's/new StandardManager()/io.holdfast.it.TomcatTests.manager()/' "$base"
grep -q 'TomcatTests.manager()' "$base" || fail "Tomcat $tomcat_version makes its tests' managers elsewhere"
find "$work/test" -name '*.java' >"$work/sources"
cp "$here/TomcatTests.java" "$work"
if [ "$(property version.major)" = 9 ]; then
  sed -i.orig 's/import jakarta\./import javax./' "$work/TomcatTests.java"
fi
javac -nowarn -proc:none -encoding UTF-8 -d "$work/classes" -cp "$path" \
  "$work/TomcatTests.java" @"$work/sources" 2>"$work/out/javac.txt" || {
  tail -n 20 "$work/out/javac.txt" >&2
  fail "the tests do not compile"
}
(cd "$work/test" && tar -cf - --exclude='*.java' --exclude='./webapp*' .) | tar -xf - -C "$work/classes"

ports=
nodes=
for number in 1 2; do
  port=$((20000 + $$ % 10000 + number))
  user=
  if [ "$(id -u)" = 0 ]; then user='-u root'; fi
  # shellcheck disable=SC2086 # nothing or two words
  memcached -l 127.0.0.1 -U 0 -m 64 -p "$port" $user &
  pids="$pids $!"
  ports="$ports $port"
  nodes=${nodes:+$nodes,}n$number:127.0.0.1:$port
done
sleep 1
for pid in $pids; do kill -0 "$pid" 2>/dev/null || fail "no memcached on one of$ports"; done

# One class in a JVM of its own: run MANAGER CLASS RESULTS.
cat >"$work/run" <<RUN
#!/bin/sh
temp=$work/temp/\$1-\$2
mkdir -p "\$temp" "$work/out/\$1"
cd "$source"
status=0
timeout 900 java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx768m -Dfile.encoding=UTF-8 \\
  -Djava.net.preferIPv4Stack=false \\
  --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \\
  --add-opens=java.base/java.util=ALL-UNNAMED \\
  --add-opens=java.base/java.util.concurrent=ALL-UNNAMED \\
  --add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED \\
  -Dtomcat.test.temp="\$temp" -Dtomcat.test.basedir="$work/tomcat" \\
  -Dtomcat.test.tomcatbuild="$work/tomcat" -Dtomcat.test.reports="$work/out" \\
  -Dtomcat.test.protocol=org.apache.coyote.http11.Http11NioProtocol \\
  -Dtomcat.test.accesslog=false -Dtomcat.test.relaxTiming=true \\
  -Dholdfast.manager="\$1" -Dholdfast.nodes=$nodes \\
  -cp "$path" io.holdfast.it.TomcatTests "\$2" "\$3" >"$work/out/\$1/\$2.txt" 2>&1 || status=\$?
[ "\$status" = 0 ] || echo "failed (ended with status \$status)(\$2)" >>"\$3"
rm -rf "\$temp"
RUN
chmod +x "$work/run"

java -cp "$path" io.holdfast.it.TomcatTests "$work/classes" | grep -E "$classes" >"$work/names" ||
  fail "no class is like $classes"
say "$(wc -l <"$work/names") classes, each three times, ${JOBS:-2} at a time"
while read -r name; do
  for manager in $managers; do echo "$manager $name $work/$manager.txt"; done
done <"$work/names" >"$work/work"
xargs -P "${JOBS:-2}" -L 1 "$work/run" <"$work/work"

# differences SUFFIX: what fails with ours alone, as MANAGER CLASS lines.
differences() {
  grep -ah '^failed' "$work/tomcat${USED:-}$1" | sort -u >"$work/expected" || true
  for manager in "sticky${USED:-}" "non-sticky${USED:-}"; do
    { grep -ah '^failed' "$work/$manager$1" || true; } | sort -u | comm -23 - "$work/expected" |
      sed "s/^failed/$manager:/"
  done
}
differences .txt >"$work/suspects"
if [ -s "$work/suspects" ]; then
  say "once more, because tests fail now and then on a busy machine:"
  cat "$work/suspects"
  sed 's/.*(\([^()]*\))$/\1/' "$work/suspects" | sort -u | while read -r name; do
    for manager in $managers; do echo "$manager $name $work/$manager.again"; done
  done | xargs -L 1 "$work/run"
  for manager in $managers; do touch "$work/$manager.again"; done
  differences .again >"$work/suspects"
fi
for manager in $managers; do
  say "$manager: $(cut -d ' ' -f 1 "$work/$manager.txt" | sort | uniq -c | tr -s ' \n' ' ')"
done
if [ -s "$work/suspects" ]; then
  cat "$work/suspects"
  fail "these fail with Holdfast alone"
fi
say "OK: nothing fails with Holdfast alone"
