'use strict';
// Property escapes of regular expressions, those of emoji and of case folding among them, as counts in some blocks.
const properties = [
  'ASCII', 'Alphabetic', 'Any', 'Assigned', 'Bidi_Control', 'Bidi_Mirrored', 'Case_Ignorable', 'Cased', 'Changes_When_Casefolded',
  'Changes_When_NFKC_Casefolded', 'Changes_When_Uppercased', 'Dash', 'Default_Ignorable_Code_Point', 'Emoji', 'Emoji_Component', 'Emoji_Modifier',
  'Emoji_Modifier_Base', 'Emoji_Presentation', 'Extended_Pictographic', 'Extender', 'Grapheme_Base', 'Grapheme_Extend', 'Hex_Digit', 'ID_Continue', 'ID_Start',
  'Ideographic', 'Lowercase', 'Math', 'Noncharacter_Code_Point', 'Pattern_Syntax', 'Regional_Indicator', 'Sentence_Terminal', 'Soft_Dotted',
  'Unified_Ideograph', 'Uppercase', 'Variation_Selector', 'White_Space', 'XID_Start', 'Script=Latin', 'Script=Han', 'Script=Arabic', 'Script_Extensions=Greek',
  'L', 'Lu', 'Nd', 'Sc', 'Zs', 'Cn', 'Cf',
];
for (const property of properties) {
  const expression = new RegExp(`\\p{${property}}`, 'u');
  let count = 0;
  for (const [first, last] of [[0, 0x24f], [0x370, 0x3ff], [0x600, 0x6ff], [0x900, 0x97f], [0x2000, 0x206f], [0x2100, 0x214f], [0x2190, 0x21ff], [0x3000, 0x30ff], [0x1f600, 0x1f64f]]) {
    for (let code = first; code <= last; code++) {
      count += expression.test(String.fromCodePoint(code));
    }
  }
  console.log(property, count);
}
const sequences = ['😀', '👍🏽', '👨‍👩‍👧', '1️⃣', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '❤', 'a', '🇩'];
for (const property of ['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Modifier_Sequence', 'RGI_Flag_Sequence', 'RGI_Emoji']) {
  let expression;
  try {
    expression = new RegExp(`^\\p{${property}}$`, 'v');
  } catch (error) {
    console.log(property, error.message);
    continue;
  }
  console.log(property, sequences.map((sequence) => expression.test(sequence)).join());
}
console.log(/\u{1f98a}|ǆ|ſ|K/iu.test('K'), /[^\P{Lowercase}]/iv.test('A'), 'ǅ'.match(/ǆ/iu)?.[0]);
