import 'reflect-metadata';
import { Controller, Get, Injectable, Module, Param, Post, Body } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
@Injectable() class Greeter { greet(name: string) { return { hello: name }; } }
@Controller('greet') class Greetings {
  constructor(private readonly greeter: Greeter) {}
  @Get(':name') one(@Param('name') name: string) { return this.greeter.greet(name); }
  @Post() two(@Body() body: any) { return body; }
}
@Module({ controllers: [Greetings], providers: [Greeter] }) class App {}
async function main() {
  const app = await NestFactory.create(App, { logger: false });
  await app.listen(0, '127.0.0.1');
  const base = await app.getUrl();
  console.log(await (await fetch(`${base}/greet/x`)).json());
  console.log((await fetch(`${base}/greet`, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })).status);
  console.log(await (await fetch(`${base}/none`)).json());
  await app.close();
}
main();
