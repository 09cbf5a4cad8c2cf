package dev.gyre.regexp.syntax;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Set;

/** Which words ECMAScript allows between the braces of {@code \p{...}}. */
final class PropertyNames {
    private static final Set<String> CATEGORIES = words("""
            Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl Currency_Symbol Sc
            Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me Final_Punctuation Pf Format Cf
            Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M Combining_Mark
            Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N Open_Punctuation Ps Other C
            Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So Paragraph_Separator Zp Private_Use Co
            Punctuation P punct Separator Z Space_Separator Zs Spacing_Mark Mc Surrogate Cs Symbol S Titlecase_Letter Lt
            Unassigned Cn Uppercase_Letter Lu""");

    private static final Set<String> BINARY = words("""
            ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M
            Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL
            Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash
            Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod
            Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base
            Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue
            IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math
            Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical
            Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph
            UIdeo Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS""");

    /** Properties of strings, for the flag v. */
    private static final Set<String> OF_STRINGS = words("""
            Basic_Emoji Emoji_Keycap_Sequence RGI_Emoji_Modifier_Sequence
            RGI_Emoji_Flag_Sequence RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence RGI_Emoji""");

    private static final Set<String> SCRIPT = Set.of("Script", "sc", "Script_Extensions", "scx");
    private static final Set<String> CATEGORY = Set.of("General_Category", "gc");

    private PropertyNames() {}

    private static Set<String> words(String text) {
        return Set.of(text.split("\\s+"));
    }

    static boolean isProperty(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return BINARY.contains(text) || CATEGORIES.contains(text);
        }
        String name = text.substring(0, equals);
        String value = text.substring(equals + 1);
        return CATEGORY.contains(name) ? CATEGORIES.contains(value) : SCRIPT.contains(name) && isScript(value);
    }

    static boolean isPropertyOfStrings(String text) {
        return OF_STRINGS.contains(text);
    }

    /** By its name, or by its code of ISO 15924, which the JDK can't list but look up. It ignores case, JavaScript does not. */
    private static boolean isScript(String text) {
        UnicodeScript script;
        try {
            script = UnicodeScript.forName(text);
        } catch (IllegalArgumentException _) {
            return text.equals("Qaai") || text.equals("Qaac"); // private codes from before the scripts had their own
        }
        String name = script == UnicodeScript.SIGNWRITING ? "SignWriting" : titleCase(script.name());
        boolean isCode = text.length() == 4 && text.equals(titleCase(text));
        return isCode || text.equals(name);
    }

    private static String titleCase(String name) {
        var text = new StringBuilder(name.toLowerCase(Locale.ROOT));
        for (int i = 0; i < text.length(); i++) {
            if (i == 0 || text.charAt(i - 1) == '_') {
                text.setCharAt(i, Character.toUpperCase(text.charAt(i)));
            }
        }
        return text.toString();
    }
}
