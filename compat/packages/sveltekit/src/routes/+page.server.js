export const load = ({ url }) => ({ text: `hello ${url.searchParams.get('q')}` });
