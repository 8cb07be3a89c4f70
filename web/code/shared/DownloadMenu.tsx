import { DownloadIcon, FileZipIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import type { CodePlace } from '../shapes.ts'
import { archiveFormats, archiveHref } from './addresses.ts'

interface DownloadMenuProps {
  readonly place: CodePlace
  readonly refName: string
  /** Whether it is in a row of a list, and names its download. */
  readonly quiet?: boolean
}

/** The files of a ref as an archive. */
export function DownloadMenu({ place, refName, quiet = false }: DownloadMenuProps) {
  return (
    <Menu
      label="Download as"
      placement="bottom-end"
      trigger={
        <IconButton
          label={quiet ? `Download ${refName}` : 'Download'}
          icon={<DownloadIcon />}
          {...(quiet ? { size: 's' } : { variant: 'secondary' })}
        />
      }
      items={[
        { kind: 'heading', label: `Download ${refName} as` },
        ...archiveFormats.map(
          format =>
            ({
              kind: 'link',
              label: format,
              icon: <FileZipIcon />,
              href: archiveHref(place, refName, format),
            }) as const,
        ),
      ]}
    />
  )
}
