import type { ProjectHome } from '../places/place.ts'
import { BadgeImage } from './BadgeImage.tsx'
import styles from './Badges.module.css'
import { badgeName } from './badge.ts'

/** The badges of a project and of its ancestor groups. */
export function Badges({ badges }: Pick<ProjectHome, 'badges'>) {
  if (badges.length === 0) return null
  return (
    <ul aria-label="Badges" className={styles.badges}>
      {badges.map(badge => (
        <li key={badge.id}>
          <a href={badge.renderedLinkUrl} target="_blank" rel="noopener noreferrer nofollow" title={badgeName(badge)}>
            <BadgeImage src={badge.renderedImageUrl} name={badgeName(badge)} />
          </a>
        </li>
      ))}
    </ul>
  )
}
