import {
  BookIcon,
  ContainerIcon,
  DatabaseIcon,
  FileCodeIcon,
  FileDirectoryFillIcon,
  FileIcon,
  FileMediaIcon,
  FileSubmoduleIcon,
  FileSymlinkFileIcon,
  FileZipIcon,
  GearIcon,
  type Icon,
  KeyIcon,
  LawIcon,
  LockIcon,
  MarkdownIcon,
  TerminalIcon,
} from '@primer/octicons-react'

const names: readonly (readonly [RegExp, Icon])[] = [
  [/^readme(?:\.|$)/, BookIcon],
  [/^(?:licen[cs]e|copying|notice)(?:\.|$)/, LawIcon],
  [/^(?:dockerfile|containerfile)(?:\.|$)|^(?:docker-)?compose\.ya?ml$/, ContainerIcon],
  [/(?:^|[.-])lock(?:\.\w+)?$|^go\.sum$/, LockIcon],
  [/^(?:makefile|\..+)$/, GearIcon],
]

const endings: readonly (readonly [string, Icon])[] = [
  ['md markdown mdx mdown', MarkdownIcon],
  ['png jpg jpeg gif webp avif bmp ico svg mp4 webm mov m4v ogv mp3 wav flac ogg oga m4a', FileMediaIcon],
  ['zip gz tgz bz2 xz zst tar 7z rar jar', FileZipIcon],
  ['sh bash zsh fish ps1 bat cmd', TerminalIcon],
  ['sql db sqlite', DatabaseIcon],
  ['pem key pub crt cer asc gpg', KeyIcon],
  ['json json5 jsonc yaml yml toml ini cfg conf properties xml env', GearIcon],
  [
    'ts tsx mts cts js jsx mjs cjs css scss sass less html htm vue svelte py rb go rs java kt kts c h cc cpp cxx hpp cs fs swift php pl lua r scala clj ex exs erl hs ml dart zig nim sol graphql proto tf gradle',
    FileCodeIcon,
  ],
]

const byEnding = new Map(endings.flatMap(([words, icon]) => words.split(' ').map(word => [word, icon] as const)))

/** The icon of a file by its name and ending. @source DIFF-048 */
export function iconOf(path: string): Icon {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const named = names.find(([pattern]) => pattern.test(name))
  if (named !== undefined) return named[1]
  return byEnding.get(name.slice(name.lastIndexOf('.') + 1)) ?? FileIcon
}

interface FileTypeIconProps {
  readonly path: string
  /** The file mode in git's notation. */
  readonly mode: string
}

export function FileTypeIcon({ path, mode }: FileTypeIconProps) {
  if (mode === '040000') return <FileDirectoryFillIcon aria-label="Folder" />
  if (mode === '160000') return <FileSubmoduleIcon aria-label="Submodule" />
  if (mode === '120000') return <FileSymlinkFileIcon aria-label="Link" />
  const Icon = iconOf(path)
  return <Icon aria-label="File" />
}
