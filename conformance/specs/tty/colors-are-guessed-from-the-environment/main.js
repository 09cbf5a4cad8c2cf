const { WriteStream, isatty } = require('tty');
const { getColorDepth, hasColors } = WriteStream.prototype;
const environments = [
  {}, { TERM: 'dumb' }, { TERM: 'xterm' }, { TERM: 'xterm-256color' }, { COLORTERM: 'truecolor' }, { COLORTERM: '1' },
  { NO_COLOR: '1', TERM: 'xterm' }, { NO_COLOR: '', TERM: 'xterm' }, { FORCE_COLOR: '0' }, { FORCE_COLOR: '' },
  { FORCE_COLOR: '2' }, { FORCE_COLOR: '3' }, { CI: '' }, { CI: '', TRAVIS: '' }, { CI: '', GITHUB_ACTIONS: '' },
  { TEAMCITY_VERSION: '9.1.0' }, { TEAMCITY_VERSION: '8.1' }, { TMUX: '1' }, { TERM_PROGRAM: 'iTerm.app' },
  { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0' }, { TERM: 'rxvt' }, { TERM: 'mosh' }, { TERM: 'fail' },
];
for (const env of environments) console.log(env, getColorDepth(env), hasColors(env), hasColors(256, env));
for (const fd of [-1, 1.5, 2 ** 31, 'x', 99]) console.log(fd, isatty(fd));
for (const fd of [-1, 'x']) {
  try {
    new WriteStream(fd);
  } catch (err) {
    console.log(err.code, err.message);
  }
}
