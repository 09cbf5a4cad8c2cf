export async function globalSetup() {
  await null;
  process.env.FROM_SETUP = 'set';
  console.log('set up');
}

export async function globalTeardown() { console.log('torn down'); }
