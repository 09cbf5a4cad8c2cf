import Handlebars from 'handlebars';
import ejs from 'ejs';
import pug from 'pug';
import nunjucks from 'nunjucks';
import { marked } from 'marked';
import MarkdownIt from 'markdown-it';
import * as cheerio from 'cheerio';

const data = { title: 'A <b> & "c"', people: [{ name: 'Ann', age: 41 }, { name: 'Bob', age: 17 }], empty: [] };
Handlebars.registerHelper('adult', function (options) { return this.age >= 18 ? options.fn(this) : options.inverse(this); });
Handlebars.registerPartial('row', '<td>{{name}}</td>');
console.log(Handlebars.compile('<h1>{{title}}</h1>{{{title}}}{{#each people}}{{@index}}{{> row}}{{#adult}}yes{{else}}no{{/adult}}{{/each}}{{#if empty}}x{{else}}none{{/if}}')(data));
try { Handlebars.compile('{{#if a}}')({}); } catch (error) { console.log(error.message); }
console.log(ejs.render('<h1><%= title %></h1><% people.forEach((p) => { -%>\n<%- p.name %>,\n<% }) -%>', data), await ejs.render('<%= await x() %>', { x: async () => 'later' }, { async: true }));
try { ejs.render('a\n<%= missing.x %>', data, { filename: 'bad.ejs' }); } catch (error) { console.log(error.message); }
console.log(pug.render('doctype html\nhtml\n  body(class=["a", "b"] data-x=title)\n    each p in people\n      p #{p.name} !{title}\n    else\n      p none\n    mixin li(x)\n      li= x\n    +li("q")\n', { ...data, pretty: true }));
try { pug.render('div(\n'); } catch (error) { console.log(error.code, error.message); }
const environment = new nunjucks.Environment(null, { autoescape: true });
environment.addFilter('later', (value, done) => setTimeout(() => done(null, `${value}!`), 1), true);
await new Promise((resolve) => environment.renderString('{% for p in people %}{{ loop.index }}{{ p.name | upper }}{% endfor %} {{ title }} {{ title | safe | later }} {% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}', data, (error, text) => resolve(console.log(error, text))));
const source = '# Head\n\nText *em* `code` [link](http://x.example "t") <i>raw</i>\n\n1. one\n2. two\n   - deep\n\n```js\nlet a = 1 < 2;\n```\n\n> quote\n\n| a | b |\n|--:|:-:|\n| 1 | 2 |\n';
console.log(marked.parse(source), new MarkdownIt({ html: true, linkify: true, typographer: true }).render(`${source}\n"quotes" -- (c) http://auto.example`));
const $ = cheerio.load('<ul id=x><li class=a>1<li class="a b">2<li>3</ul><form><input name=q value="a b"></form>');
console.log($('li.a').map((i, element) => $(element).text()).get(), $('li:nth-child(2)').addClass('new').attr('class'), $('form').serialize(), $('#x').append('<li>4').html(), $.extract({ items: ['li'] }));
