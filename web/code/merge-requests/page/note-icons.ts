import {
  BellIcon,
  CheckIcon,
  FileDiffIcon,
  GitBranchIcon,
  GitCommitIcon,
  GitMergeIcon,
  XIcon,
} from '@primer/octicons-react'
import { noteIcons } from '#web/discuss/history/system-note-icons.ts'

// System notes that only merge requests have. Pages of issues do not load these. @source SYSNOTE-001
Object.assign(noteIcons, {
  'git-commit': GitCommitIcon,
  'git-merge': GitMergeIcon,
  'git-branch': GitBranchIcon,
  check: CheckIcon,
  x: XIcon,
  'file-diff': FileDiffIcon,
  bell: BellIcon,
})
