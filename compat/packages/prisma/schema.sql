create table "Author" (id serial primary key, name text not null unique);
create table "Book" (id serial primary key, title text not null, printed timestamp(3) not null, data jsonb not null,
  "authorId" int not null references "Author");
