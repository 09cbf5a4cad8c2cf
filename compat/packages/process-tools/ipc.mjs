import { getOneMessage, sendMessage } from 'execa';
const message = await getOneMessage();
await sendMessage({ got: message });
