'use strict';
function unfinished( {
  return 1;
}
