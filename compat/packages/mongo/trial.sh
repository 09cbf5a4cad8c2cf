set -e
node driver.mjs
node models.mjs
