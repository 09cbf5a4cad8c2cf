'use strict';
// Offsets through the history of zones, and the names of zones in every style.
const zones = [
  'Europe/Berlin', 'Europe/Paris', 'Europe/Moscow', 'America/New_York', 'America/Los_Angeles',
  'America/Bogota', 'Asia/Tokyo', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Kathmandu',
  'Asia/Riyadh', 'Asia/Bangkok', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Auckland',
  '+05:30', '-03:00',
];
const moments = [-2e12, -1e12, 0, 3e11, 6e11, 9e11, 1.2e12, 1.32526e12, 1.5e12, 1.7e12, 1.72e12];
for (const timeZone of zones) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'long' });
  console.log(timeZone, moments.map((moment) => format.format(moment)).join(' | '));
}
const styles = ['long', 'short', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'];
for (const locale of ['en', 'de', 'fr', 'zh', 'ar', 'th', 'hi', 'ru', 'ko', 'pt', 'es', 'tr']) {
  for (const timeZone of zones) {
    const names = styles.map((timeZoneName) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(1.72e12).find((part) => part.type === 'timeZoneName').value);
    console.log(locale, timeZone, names.join(' | '));
  }
}
for (const timeZone of ['Asia/Calcutta', 'US/Pacific', 'Etc/GMT+5', 'europe/berlin', 'GMT']) {
  console.log(timeZone, new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
}
try {
  new Intl.DateTimeFormat('en', { timeZone: 'Mars/Olympus' });
} catch (error) {
  console.log(error.name, error.message);
}
