#compdef foregone
_foregone() {
    local -a found
    if [[ "${words[CURRENT]}" == -* ]]; then
        found=("${(@f)$("${words[@]:0:CURRENT}" --generate-bash-completion 2>/dev/null)}")
    else
        found=("${(@f)$("${words[@]:0:CURRENT-1}" --generate-bash-completion 2>/dev/null)}")
    fi
    _describe 'foregone' found
    _files
}
compdef _foregone foregone
