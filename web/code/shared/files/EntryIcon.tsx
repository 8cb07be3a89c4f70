import { FileTypeIcon } from './FileTypeIcon.tsx'

interface EntryIconProps {
  readonly type: 'tree' | 'blob' | 'commit'
  readonly mode: string
  readonly path: string
}

export function EntryIcon({ type, mode, path }: EntryIconProps) {
  return <FileTypeIcon path={path} mode={type === 'tree' ? '040000' : type === 'commit' ? '160000' : mode} />
}
