'use strict';

// The single-byte encodings of the WHATWG Encoding Standard. Below 0x80 all are ASCII. A table has its first byte and the
// characters from there on: a blank stands for the character with the byte's own number, as does every byte beyond the
// table, and U+FFFD for a byte without a character.

const {
  SafeMap, StringPrototypeCharCodeAt, Uint16Array, Uint16ArrayFrom, Uint8Array,
} = require('internal/primordials');
const codec = require('internal/buffer/codec');

const tables = {
  '__proto__': null,
  'ibm866': [0x80, 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0'],
  'iso-8859-2': [0xa1, 'Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙'],
  'iso-8859-3': [0xa1, 'Ħ˘  �Ĥ  İŞĞĴ �Ż ħ    ĥ  ışğĵ �ż   � ĊĈ         �    Ġ  Ĝ    ŬŜ    � ċĉ         �    ġ  ĝ    ŭŝ˙'],
  'iso-8859-4': [0xa1, 'ĄĸŖ ĨĻ  ŠĒĢŦ Ž  ą˛ŗ ĩļˇ šēģŧŊžŋĀ      ĮČ Ę Ė  ĪĐŅŌĶ     Ų   ŨŪ ā      įč ę ė  īđņōķ     ų   ũū˙'],
  'iso-8859-5': [0xa1, 'ЁЂЃЄЅІЇЈЉЊЋЌ ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ'],
  'iso-8859-6': [0xa1, '��� �������، �������������؛���؟�ءآأؤإئابةتثجحخدذرزسشصضطظعغ�����ـفقكلمنهوىي\u064b\u064c\u064d' +
    '\u064e\u064f\u0650\u0651\u0652�������������'],
  'iso-8859-7': [0xa1, '‘’ €₯    ͺ   �―    ΄΅Ά ΈΉΊ Ό ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ�'],
  'iso-8859-8': [0xa1, '�        ×               ÷    ��������������������������������‗אבגדהוזחטיךכלםמןנסעףפץצקרשת��' +
    '\u200e\u200f�'],
  'iso-8859-10': [0xa1, 'ĄĒĢĪĨĶ ĻĐŠŦŽ ŪŊ ąēģīĩķ ļđšŧž―ūŋĀ      ĮČ Ę Ė    ŅŌ    Ũ Ų      ā      įč ę ė    ņō    ũ ų     ĸ'],
  'iso-8859-13': [0xa1, '”   „  Ø Ŗ    Æ    “   ø ŗ    æĄĮĀĆ  ĘĒČ ŹĖĢĶĪĻŠŃŅ Ō   ŲŁŚŪ ŻŽ ąįāć  ęēč źėģķīļšńņ ō   ųłśū żž’'],
  'iso-8859-14': [0xa1, 'Ḃḃ ĊċḊ Ẁ ẂḋỲ  ŸḞḟĠġṀṁ ṖẁṗẃṠỳẄẅṡ                Ŵ      Ṫ      Ŷ                 ŵ      ṫ      ŷ'],
  'iso-8859-15': [0xa4, '€ Š š           Ž   ž   ŒœŸ'],
  'iso-8859-16': [0xa1, 'ĄąŁ€„Š š Ș Ź źŻ  ČłŽ”  žčș ŒœŸż   Ă Ć          ĐŃ   Ő ŚŰ    ĘȚ    ă ć          đń   ő śű    ęț'],
  'koi8-r': [0x80, '─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u00a0⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхийклмнопярстужвьыз' +
    'шэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ'],
  'koi8-u': [0x80, '─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u00a0⌡°²·÷═║╒ёє╔ії╗╘╙╚╛ґў╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪ҐЎ©юабцдефгхийклмнопярстужвьыз' +
    'шэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ'],
  'macintosh': [0x80, 'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°  §•¶ß® ™´¨≠ÆØ∞ ≤≥¥ ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄' +
    '€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ'],
  'windows-874': [0x80, '€    …           ‘’“”•–—         กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะ\u0e31าำ\u0e34' +
    '\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a����฿เแโใไๅๆ\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e' +
    '๏๐๑๒๓๔๕๖๗๘๙๚๛����'],
  'windows-1250': [0x80, '€ ‚ „…†‡ ‰Š‹ŚŤŽŹ ‘’“”•–— ™š›śťžź ˇ˘Ł Ą    Ş    Ż  ˛ł     ąş Ľ˝ľżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ' +
    'ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙'],
  'windows-1251': [0x80, 'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–— ™љ›њќћџ ЎўЈ Ґ  Ё Є    Ї  Ііґ   ё№є јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ' +
    'абвгдежзийклмнопрстуфхцчшщъыьэюя'],
  'windows-1252': [0x80, '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'],
  'windows-1253': [0x80, '€ ‚ƒ„…†‡ ‰ ‹     ‘’“”•–— ™ ›     ΅Ά       �    ―    ΄   ΈΉΊ Ό ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήί' +
    'ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ�'],
  'windows-1254': [0x80, '€ ‚ƒ„…†‡ˆ‰Š‹Œ    ‘’“”•–—˜™š›œ  Ÿ                                                Ğ            İŞ ' +
    '                ğ            ış'],
  'windows-1255': [0x80, '€ ‚ƒ„…†‡ˆ‰ ‹     ‘’“”•–—˜™ ›        ₪     ×               ÷     \u05b0\u05b1\u05b2\u05b3\u05b4' +
    '\u05b5\u05b6\u05b7\u05b8\u05b9\u05ba\u05bb\u05bc\u05bd־\u05bf׀\u05c1\u05c2׃װױײ׳״�������אבגדהוזחט' +
    'יךכלםמןנסעףפץצקרשת��\u200e\u200f�'],
  'windows-1256': [0x80, '€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u200c\u200dں ،        ھ               ؛    ؟ہءآأؤإئابةتثجحخدذرزسشص' +
    'ض طظعغـفقك ل منهو     ىي  \u064b\u064c\u064d\u064e \u064f\u0650 \u0651 \u0652  \u200e\u200fے'],
  'windows-1257': [0x80, '€ ‚ „…†‡ ‰ ‹ ¨ˇ¸ ‘’“”•–— ™ › ¯˛  �   �  Ø Ŗ    Æ        ø ŗ    æĄĮĀĆ  ĘĒČ ŹĖĢĶĪĻŠŃŅ Ō   ŲŁŚŪ ŻŽ ' +
    'ąįāć  ęēč źėģķīļšńņ ō   ųłśū żž˙'],
  'windows-1258': [0x80, '€ ‚ƒ„…†‡ˆ‰ ‹Œ    ‘’“”•–—˜™ ›œ  Ÿ                                   Ă        \u0300   Đ \u0309  Ơ' +
    '       Ư\u0303    ă        \u0301   đ \u0323  ơ       ư₫'],
  'x-mac-cyrillic': [0x80, 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ†°Ґ §•¶І® ™Ђђ≠Ѓѓ∞ ≤≥і ґЈЄєЇїЉљЊњјЅ¬√ƒ≈∆«»…\u00a0ЋћЌќѕ–—“”‘’÷„ЎўЏ' +
    'џ№Ёёяабвгдежзийклмнопрстуфхцчшщъыьэю€'],
};
tables['iso-8859-8-i'] = tables['iso-8859-8'];

const NO_CHARACTER = 0xfffd;

function mapOf(encoding) {
  const map = Uint16ArrayFrom({ __proto__: null, length: 256 }, (_, byte) => byte);
  if (encoding === 'x-user-defined') return map.map((byte) => (byte < 0x80 ? byte : 0xf700 + byte));
  const { 0: first, 1: characters } = tables[encoding];
  for (let i = 0; i < characters.length; i++) {
    if (characters[i] !== ' ') map[first + i] = StringPrototypeCharCodeAt(characters, i);
  }
  return map;
}

const maps = new SafeMap();

const isSingleByte = (encoding) => encoding in tables || encoding === 'x-user-defined';

/** The text of the bytes; undefined if `fatal` and a byte has no character. */
function decodeSingleByte(encoding, bytes, fatal) {
  if (codec.isAscii(bytes)) return codec.latin1Slice(bytes, 0, bytes.length);
  let map = maps.get(encoding);
  if (map === undefined) maps.set(encoding, map = mapOf(encoding));
  const units = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    units[i] = map[bytes[i]];
    if (fatal && units[i] === NO_CHARACTER) return undefined;
  }
  return codec.ucs2Slice(new Uint8Array(units.buffer), 0, units.byteLength);
}

module.exports = { decodeSingleByte, isSingleByte };
