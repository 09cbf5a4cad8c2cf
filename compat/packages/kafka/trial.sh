set -e
mvn -q -B dependency:copy-dependencies -DoutputDirectory=$PWD/broker >mvn.log 2>&1 || { cat mvn.log; exit 1; }
KAFKAJS_NO_PARTITIONER_WARNING=1 node main.mjs
