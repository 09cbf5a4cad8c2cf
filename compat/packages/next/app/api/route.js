export async function GET(request) { return Response.json({ q: new URL(request.url).searchParams.get('q') }); }
