import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from './generated/client.ts';

const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });
await client.author.create({
  data: { name: 'Ada', books: { create: [{ title: 'One', printed: new Date(0), data: { a: [1] } }, { title: 'Two', printed: new Date(1e12), data: 'x' }] } },
});
console.log(JSON.stringify(await client.author.findMany({ include: { books: { orderBy: { title: 'desc' } } } }), null, 1));
await client.author.create({ data: { name: 'Ada' } }).catch((error) => console.log(error.code, error instanceof Prisma.PrismaClientKnownRequestError));
await client.$transaction(async (inner) => {
  await inner.author.create({ data: { name: 'Gone' } });
  throw new Error('rolled back');
}).catch((error) => console.log(error.message));
console.log(await client.author.count(), await client.$queryRaw`select 1 + ${41}::int as n`);
await client.$disconnect();
