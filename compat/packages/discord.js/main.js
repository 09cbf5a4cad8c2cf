const { Client, EmbedBuilder, GatewayIntentBits, SlashCommandBuilder } = require('discord.js');
const client = new Client({ intents: [GatewayIntentBits.Guilds] });
console.log(new SlashCommandBuilder().setName('ping').setDescription('p').addStringOption((o) => o.setName('x').setDescription('y')).toJSON());
console.log(new EmbedBuilder().setTitle('t').toJSON(), client.isReady());
client.login('nonsense').catch((error) => { console.log(error.code); client.destroy(); });
