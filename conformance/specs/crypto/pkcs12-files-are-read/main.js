'use strict';
const { parsePKCS12, createHash } = require('crypto');
const attempt = (name, ...args) => {
  try {
    const { privateKey, certificate, additionalCertificates, ...rest } = parsePKCS12(...args);
    console.log(name, privateKey && createHash('sha256').update(privateKey.export({ type: 'pkcs8', format: 'der' })).digest('hex').slice(0, 16),
                certificate?.subject, certificate?.fingerprint, additionalCertificates.map(({ subject }) => subject), rest);
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.library, error.reason);
  }
};

const FILES = {
  'with a chain': 'MIIFvAIBAzCCBXIGCSqGSIb3DQEHAaCCBWMEggVfMIIFWzCCBBIGCSqGSIb3DQEHBqCCBAMwggP/AgEAMIID+AYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg/lU0Uw9zUWQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELnXrc45I9NT23oS14TxDBOAggOQLB0TwT8OoM+fGgCjtWh7z9fw0qJrsmF05V3embhYYMjWBlql1eht+8HHYcNGPyrGkf2pMYc2IM4Ckg1Y1pkAEy00TeUK5yU1GEchi+47tXKUn/IZtaKOLFqWFNkqcNL/Bl5g4ZiuENZXyRHsS03qZcOsZEMvg7Ho/P1s7jH9aceWLQ5GZ5F4wYM1SwKJbSxh2m7R7GwFqGIjKrbNrsCdyEV/fh+fKq921Q6JNQ5n3VC0K/6u0zEMecSDE/flvGjMG2T4M6TLjpaYjWl3S0wkXacEz3HH6vul3+j2upUEfXVPMYUoCIMRYzrht59WDWgY4wQQtboSF+adPxV7gFbkIQ+D9nOtdZMZxwSBd5bpvf5MEDhj3QoxnDfuClxFrKBkyFLIjOYi012Bs0q12njyrRxybhbQ4nkpJlXYiFuf2kzJbJjIVEvBDTthYb72Og7awBsAYT/TAMnoJ7J5kBx3d8TqB2q/QUUlc/vIOefWPdj6F/5hnw+CaYiDDPMdMkYqvplL8TC9/0AlSBxWF+sb1pdh8cSwfWJhq8AQ79yso9jiSSYL9q3h2MfXH2p79ah3VE6rz59GhIeDmjum/y9caKzRPOVX2rUQFh/o88You1szTI0IXia0RrFeCBbx0+8fBrUD8fPvgmB+i7hxkp34IFYKYp0gpXBG9OOJ23evgqPP8ON+AVw9idoOe6DjCb/K/PTWv+GI9r+H47H3qWLIU0KQmNFxdqYLls/g3qhQSb82qTpTYMklhe9odLiWlv+aRgYsfN/zDnjqwbKQrlFXkoNyaJkaiGezF/Q81d8ONPZhwSwc6B0PbxlWyQPqGM+YWtB2k1kHvtAoqs4xh3UkGALSTzn4jf4cntdMH9jSkCVOdfRgI6ChkInTuuyhVEzzaiiTYKXsva7K5T4WBods+AoLmBir5VTXXfkdeeLxsInq3Hk397Yy+XgxRZWZUC4tn3LDyyVfwkBBLqwvjc4tusxjII8hum/zAKxxEGob9MbKhe57Onklgo8INP3OSlgiEw1z/GaLaKqziREYUYZj53tp7CDFk/wEjBC/me4Sz9zAMZ+EKVRCIrOzW8SN4mbO+41xO6TaIUaYoJfSGsS52YWJJdPw5jobgqwUw17F1LOrS4mUe2zfEqLG2cDU24PsI//X1bcSwdG6HbmBd4hqGADdXtjj/9TqIIzUOFSMZZb7HtWS3rlZgZPFTk/eqdU6MIIBQQYJKoZIhvcNAQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECJF/B0VHYA37AgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQcAUhgSiDN+OvNrjUS+chdgSBkN+7C6jUrsQ6N9q3FWAHr0/SZwOmwlk0P69JBcM3rjpGukjSu4ZfIAcLgi74oMef/LMQlIFECIO5K1gzwBHIg6DC/OepD7rcq9eXq1zWYD/rRcfh8n84q1X96tMIQsBZUznQjvLijGkY6T3UfE6HGbC3bY9yNgr+osQFJwnnlgGwl0J2rqUIAxVU1sMX7XRTBjElMCMGCSqGSIb3DQEJFTEWBBT7/XpCXYXswKFW5/G/X5bYhK4xRDBBMDEwDQYJYIZIAWUDBAIBBQAEIAHlRx2UxUyYlL2IWoygArEG55670MMtZOLsi0tthqQgBAjp1cHa01AzhwICCAA=',
  'certificates only': 'MIICpwIBAzCCAl0GCSqGSIb3DQEHAaCCAk4EggJKMIICRjCCAkIGCSqGSIb3DQEHBqCCAjMwggIvAgEAMIICKAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg0DESjGUwoDAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEHIybvzMRZTb/pQRbah1/X6AggHAsfseMmqqrCQBMN2Yikti5BVh0O4fyRZU/qYF5r8GFor8F3ezv1lmMEe/VEKRgl4GiU89182cknETyd/mOaSQC2PlNbEgzl6mD2VRqVltlpyjtO1p8l4x7oVOeXcoWXOcZwWZGlv9jviomRjAHsK9jdZuqNB3tZaHeoxbUSL/nTQG+5ax/f5zm5XyR3j8XaxFmjwrAFWotJb65zy087UGGWylsgyUHYB0smwjS/BGkyqnh1J6czwvUTClo4NFy2Ua3mRm5nkCq5+OoyI8A9KrMicmFfxPQKadXkMko7KozdXGWaYSmxV4fDXeySg4uORB4hV3gfFPFsdnVn+A+XoKAnlTXq8BYAFUFYyC/QPqMa3z2UWSQQMIWybGAos45cOqhk6E+LCVWGURPyBOHyBkLiYhQmn/K4fk/LQZQxrRmpt/IrDWbfnd894FIvv+Tjm0LmCXCuwNR63E3blmHhIx/mHYrr7tOTo+6KZhw8grVvpYEuehT6NuS5MSXxqSNMUU1nGX0kjNBPp26JzQdAOWCf4LnClGnSBeReHk3nhETBKykH98tZhMMFwiFTyaHyVBtvOYYT1Mrkms6tWSwCf3HzBBMDEwDQYJYIZIAWUDBAIBBQAEIPavIh7aiMPkjnFbd7LkOGsfunh6ThlnwWdsEIAy0SeZBAikeU8PhMWeewICCAA=',
  'a passphrase beyond ASCII': 'MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhaEg/siK3NyAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPJBOd9Lr7QcgtIzKP091zuAggHgedUijAu5eufQji2yr0u6GNnhr2DYQzqyZS5Bhqk9nSUSu2DFT7/sKTD/xtSggzSyA2qbVQ3sWDvFj1mJtIKC6NUR7YeU2b/VB1uiCxmdAD+2cF2BqfVX8orMOoa8ujD30uXCXTvN5pLUNR8qQweZDn58qw11MccJI/2YsuiEH4E+TcPpNUyPLIVT63hPLk2zHcjHBA6HLBFOBdZ/sFLgrp8vDh4cFdbGUZ5AuvSNBKlP97JXnVcZ4GNa2qPEmF4pzLYExfwXXx2MN2F5IB0x4iMYTVS8+YvaP/JBdHve2KO+3+h5EQDoxIzW6SNLqnCBTEnY0+xncbuqLlkjaUT3mXrxR86HJB4ogwi3lD2jRIDXxUg08R1gGV4KGOBjzjLWV5KID/3/xcLGsvJHFkVE83Q67ZyNv1qciDltJCmYSsfqbEt6RE6yQsc6EJGx3+gO76o3yHVOszIIe7Brs1yLp68jZW5DjTGhlUFXdXQc2QmlJl36Qqzl1XaU49U0QLsGY7vWgBNzoD9MUUdUzSZtDwqtTFtrVWpLGkDBIlN0Q7Csc/I0AUJKpIOsbJc3S8dQ/EUSN5B4Hoia3n7uxn0YNircC0qxcNwDXQGRYH0hlPG79NZWVGavzzeHlArN/lfCMIIBQQYJKoZIhvcNAQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECPpQKH3ky7wJAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ/o7PuejSsvi+2iB8ioR6yQSBkBoiSuD4HgN2Ixs7S/dy5xRxerrSL/5MLAUBTGmejZqy2IqBkrczNinXy+1j8wWE7hWtNfuens7vvL8+e7a4tiHLrbS6Ii809qDJm9AhPqTmTZz3xuDa26hZE+HX+sxZchmOz9z1PLGFKGyCnpVgbR4MhVoGheGml4v0G5ghZYQsBifoVj4QZfaZktXYvunfMTElMCMGCSqGSIb3DQEJFTEWBBT7/XpCXYXswKFW5/G/X5bYhK4xRDBBMDEwDQYJYIZIAWUDBAIBBQAEIFlamgBKDbhCdC0wrQEXOFLDGwzWlfVhHBoJLcVgtnNTBAjI4Yuf85IWqQICCAA=',
};
for (const [name, text] of Object.entries(FILES)) {
  const bytes = Buffer.from(text, 'base64');
  for (const passphrase of [undefined, '', 'secret', Buffer.from('secret'), 'grün', 'wrong']) attempt(`${name}, ${passphrase}`, bytes, { passphrase });
}
const copy = new Uint8Array(Buffer.from(FILES['with a chain'], 'base64')).buffer;
attempt('ArrayBuffer', copy, { passphrase: 'secret' });
attempt('text', 'text');
attempt('no file', Buffer.from('zz'));
attempt('nothing', Buffer.alloc(0));
attempt('cut', copy.slice(0, 100));
attempt('null byte', Buffer.alloc(3), { passphrase: 'a\0b' });
attempt('number', Buffer.alloc(3), { passphrase: 5 });
attempt('options', Buffer.alloc(3), 5);
