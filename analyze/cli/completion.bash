_foregone() {
    local word="${COMP_WORDS[COMP_CWORD]}" words
    if [[ "$word" == -* ]]; then
        words=$("${COMP_WORDS[@]:0:COMP_CWORD}" "$word" --generate-bash-completion 2>/dev/null)
    else
        words=$("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; (( COMP_CWORD > 1 )) && compgen -f -- "$word")
}
complete -o filenames -F _foregone foregone
