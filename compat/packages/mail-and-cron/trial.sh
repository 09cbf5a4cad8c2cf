set -e
node mail.mjs
node cron.mjs
