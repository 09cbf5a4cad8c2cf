package dev.gyre.cli;

import dev.gyre.node.options.NodeOption;
import java.util.TreeSet;

/** What {@code gyre --completion-bash} prints: source it, and bash completes options and file names. */
final class Completion {
    private Completion() {}

    static String bash() {
        var words = new TreeSet<String>();
        for (NodeOption option : NodeOption.all().values()) {
            if (!option.isMissing() && option.kind() != NodeOption.Kind.NOTHING) {
                words.add(option.name());
            }
        }
        for (String alias : NodeOption.aliases()) {
            if (!alias.endsWith("=")) {
                words.add(alias);
            }
        }
        return """
                _node_complete() {
                  local cur_word options
                  cur_word="${COMP_WORDS[COMP_CWORD]}"
                  if [[ "${cur_word}" == -* ]] ; then
                    COMPREPLY=( $(compgen -W '%s' -- "${cur_word}") )
                    return 0
                  else
                    COMPREPLY=( $(compgen -f "${cur_word}") )
                    return 0
                  fi
                }
                complete -o filenames -o nospace -o bashdefault -F _node_complete node node_g
                complete -o filenames -o nospace -o bashdefault -F _node_complete gyre
                """.formatted(String.join(" ", words));
    }
}
