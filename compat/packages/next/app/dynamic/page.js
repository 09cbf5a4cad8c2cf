import { headers } from 'next/headers';
export default async function Page() { return <h1>dynamic {(await headers()).get('x-test')}</h1>; }
