import { FileDirectoryFillIcon, FileIcon, FileSubmoduleIcon, FileSymlinkFileIcon } from '@primer/octicons-react'

interface EntryIconProps {
  readonly type: 'tree' | 'blob' | 'commit'
  readonly mode: string
}

export function EntryIcon({ type, mode }: EntryIconProps) {
  if (type === 'tree') return <FileDirectoryFillIcon aria-label="Folder" />
  if (type === 'commit') return <FileSubmoduleIcon aria-label="Submodule" />
  if (mode === '120000') return <FileSymlinkFileIcon aria-label="Link" />
  return <FileIcon aria-label="File" />
}
