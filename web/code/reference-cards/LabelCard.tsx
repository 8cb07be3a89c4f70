import { type CSSProperties, useState } from 'react'
import styles from './ReferenceCard.module.css'
import { ReferenceCard } from './ReferenceCard.tsx'

/** Color, name and description of a label, taken from its link. Without a description there is no card. */
export function LabelCard({ link }: { readonly link: HTMLElement }) {
  // The card takes the title away while it is shown.
  const [description] = useState(link.title)
  if (description === '') return null
  const style = { '--label': link.style.getPropertyValue('--label') } as CSSProperties
  return (
    <ReferenceCard
      link={link}
      title={
        <span className={styles.label} style={style}>
          {link.textContent}
        </span>
      }
      details={[description]}
    />
  )
}
