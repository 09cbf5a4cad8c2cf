# Sourced by record and check: sets java to a JDK that runs several source files directly (25 or newer).
for java in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java; do
  [ -x "$java" ] || continue
  major=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
  case $major in 1.*|'') continue ;; esac
  [ "$major" -ge 25 ] && return 0
done
echo 'No JDK 25 or newer found: install one (Temurin 25, say) or set JAVA_HOME to it.' >&2
exit 1
