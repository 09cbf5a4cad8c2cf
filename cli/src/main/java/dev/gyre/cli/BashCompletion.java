package dev.gyre.cli;

import dev.gyre.node.options.NodeOption;

/** The script that {@code gyre --completion-bash} prints: it completes options, and file names for the rest. */
final class BashCompletion {
    private BashCompletion() {}

    static String text() {
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
                """.formatted(String.join(" ", NodeOption.written()));
    }
}
