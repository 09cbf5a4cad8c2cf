tailwindcss -i in.css -o out.css --minify 2>/dev/null
cat out.css
sass --no-source-map a.scss
lessc a.less
node main.js
