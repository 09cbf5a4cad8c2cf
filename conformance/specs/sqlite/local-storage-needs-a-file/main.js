console.log(localStorage, localStorage);
