'use strict';
function show() {
  const date = new Date(2018, 6, 14, 12, 30);
  console.log(date.toString(), date.getTimezoneOffset(), date.getTime());
  console.log(`${new Date('2018-01-14T12:00')}`, Date.parse('Jul 14 2018 10:00'), Date.parse('2018-07-14'));
  console.log(new Date(2018, 2, 25, 2, 30).getTime(), date.toLocaleString('en-US'), date instanceof Date);
  console.log(Intl.DateTimeFormat().resolvedOptions().timeZone, new (class extends Date {})(0).getHours());
  const other = new Date(0);
  other.setHours(5, 6);
  console.log(other.toISOString(), `${new Date(NaN)}`, new Date(NaN).getHours());
}
for (const zone of ['Asia/Tokyo', 'Europe/Berlin', 'America/Los_Angeles', 'UTC']) {
  process.env.TZ = zone;
  show();
}
