node main.mjs
printf '# Title\n\n- *a*\n- **b**\n\n| x | y |\n|---|---|\n| 1 | 2 |\n' > page.md
marked -i page.md
ejs page.ejs names='["x","y"]'
