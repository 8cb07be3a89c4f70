import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { CodePlace } from '../../shapes.ts'
import { treeHref } from '../addresses.ts'
import styles from './PathCrumbs.module.css'

interface PathCrumbsProps {
  readonly place: CodePlace
  readonly refName: string
  readonly path: string
  /** The address of a folder on the way; the tree by default. */
  readonly hrefOf?: (path: string) => string
}

/** `loom / src / a.ts`: each folder on the way leads there. */
export function PathCrumbs({ place, refName, path, hrefOf }: PathCrumbsProps) {
  const segments = path === '' ? [] : path.split('/')
  const to = hrefOf ?? ((folder: string) => treeHref(place, refName, folder))
  return (
    <div className={styles.crumbs}>
      <nav aria-label="Path">
        <ol className={styles.list}>
          <li>
            {segments.length === 0 ? (
              <span aria-current="page" className={styles.here}>
                {place.name}
              </span>
            ) : (
              <TextLink href={to('')}>{place.name}</TextLink>
            )}
          </li>
          {segments.map((segment, index) => {
            const here = segments.slice(0, index + 1).join('/')
            return (
              <li key={here}>
                {index === segments.length - 1 ? (
                  <span aria-current="page" className={styles.here}>
                    <NameText name={segment} />
                  </span>
                ) : (
                  <TextLink href={to(here)}>
                    <NameText name={segment} />
                  </TextLink>
                )}
              </li>
            )
          })}
        </ol>
      </nav>
      {path !== '' && <CopyButton text={path} label="Copy path" />}
    </div>
  )
}
