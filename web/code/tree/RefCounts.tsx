import { GitBranchIcon, TagIcon } from '@primer/octicons-react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { TreeData } from '../shapes.ts'
import { branchesHref, tagsHref } from '../shared/addresses.ts'
import styles from './RefCounts.module.css'

/** The numbers of branches and tags, as links to them. */
export function RefCounts({ tree }: { readonly tree: TreeData }) {
  const { place, branchCount, tagCount } = tree
  return (
    <div className={styles.facts}>
      <TextLink tone="muted" href={branchesHref(place)} className={styles.fact}>
        <GitBranchIcon /> {counted(branchCount, 'branch', 'branches')}
      </TextLink>
      <TextLink tone="muted" href={tagsHref(place)} className={styles.fact}>
        <TagIcon /> {counted(tagCount, 'tag')}
      </TextLink>
    </div>
  )
}
