import { hueOf } from '#web/ui/people/Avatar.tsx'
import type { TreeData } from '../shapes.ts'
import styles from './Languages.module.css'
import { languageColours } from './language-colours.ts'

const maxShown = 5

/** The languages of the code, as one thin bar with its legend. */
export function Languages({ languages }: { readonly languages: TreeData['languages'] }) {
  if (languages.length === 0) return null
  const shown = languages.slice(0, maxShown)
  const rest = languages.slice(maxShown).reduce((sum, { percent }) => sum + percent, 0)
  const parts = rest >= 0.1 ? [...shown, { name: 'Other', percent: rest }] : shown
  return (
    <div className={styles.languages}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <span key={name} data-hue className={styles.part} style={styleOf(name, percent)} />
        ))}
      </div>
      <ul aria-label="Languages" className={styles.legend}>
        {parts.map(({ name, percent }) => (
          <li key={name}>
            <span data-hue className={styles.dot} style={styleOf(name)} />
            {name} <span className={styles.percent}>{percent.toFixed(1)}%</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const styleOf = (name: string, percent?: number) =>
  ({
    '--hue': hueOf(name),
    '--language': languageColours[name],
    ...(percent === undefined ? {} : { flexGrow: percent }),
  }) as React.CSSProperties
