import { z } from 'zod';
import Ajv from 'ajv';
import Joi from 'joi';
import { addMonths, differenceInCalendarDays, format, formatDistance, parse, startOfWeek } from 'date-fns';
import { de } from 'date-fns/locale';
import moment from 'moment';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import zone from 'dayjs/plugin/timezone.js';
import { DateTime, Interval } from 'luxon';

const User = z.object({ name: z.string().min(2), age: z.coerce.number().int().positive(), tags: z.array(z.enum(['a', 'b'])).default([]), mail: z.email() });
console.log(User.parse({ name: 'Ann', age: '41', mail: 'a@b.example' }), JSON.stringify(User.safeParse({ name: 'A', age: -1, tags: ['c'], mail: 'x' }).error.issues));
console.log(JSON.stringify(z.toJSONSchema(User)), await z.string().refine(async (text) => text === 'x').safeParseAsync('y').then((r) => r.success));
const ajv = new Ajv({ allErrors: true });
const validate = ajv.compile({ type: 'object', properties: { a: { type: 'integer', minimum: 3 }, b: { $ref: '#/definitions/b' } }, required: ['a', 'c'], additionalProperties: false, definitions: { b: { type: 'string', pattern: '^x+$' } } });
console.log(validate({ a: 3, b: 'xx', c: 1 }), validate({ a: 1, b: 'y', d: 1 }), validate.errors.map((error) => `${error.instancePath} ${error.message}`));
const schema = Joi.object({ user: Joi.string().alphanum().min(3).required(), from: Joi.date(), to: Joi.date().greater(Joi.ref('from')), repeat: Joi.valid(Joi.ref('user')) }).with('user', 'repeat');
console.log(schema.validate({ user: 'a!', from: 5, to: 4 }, { abortEarly: false }).error.details.map(({ message }) => message), schema.validate({ user: 'abc', repeat: 'abc', from: '2020-01-01' }).value);

const at = new Date(Date.UTC(2024, 2, 10, 6, 30));
console.log(format(at, "EEEE, d MMMM yyyy 'at' HH:mm:ss xxx"), format(at, 'PPPPpppp', { locale: de }), addMonths(new Date(2024, 0, 31), 1), startOfWeek(at));
console.log(differenceInCalendarDays(new Date(2024, 10, 4), new Date(2024, 10, 2)), formatDistance(0, 86400000 * 40, { addSuffix: true }), parse('7.3.2021 4:05 PM', 'd.M.yyyy h:mm a', at));
console.log(moment(at).format('LLLL Z'), moment(at).add(1, 'day').fromNow(), moment.duration(3.7e6).humanize(), moment('2013-02-30').isValid(), moment(at).startOf('isoWeek').toISOString());
dayjs.extend(utc); dayjs.extend(zone);
console.log(dayjs(at).format('YYYY-MM-DD HH:mm Z'), dayjs(at).tz('Europe/Berlin').format(), dayjs.tz('2024-07-01 12:00', 'Australia/Sydney').toISOString(), dayjs(at).utc().add(5, 'week').format());
console.log(DateTime.fromJSDate(at).toISO(), DateTime.fromJSDate(at, { zone: 'Asia/Tokyo' }).setLocale('ja').toLocaleString(DateTime.DATETIME_HUGE), DateTime.fromISO('2024-11-03T01:30').plus({ hours: 1 }).toISO());
console.log(Interval.fromDateTimes(DateTime.utc(2024, 1, 1), DateTime.utc(2024, 3, 1)).count('days'), DateTime.fromISO('2024-13-01').invalidExplanation, DateTime.fromFormat('May 25 1982', 'LLLL dd yyyy').toISODate());
