import { DownloadIcon, FileZipIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import type { CodePlace } from '../shapes.ts'
import { archiveFormats, archiveHref } from './addresses.ts'

interface DownloadMenuProps {
  readonly place: CodePlace
  readonly refName: string
}

export function DownloadMenu({ place, refName }: DownloadMenuProps) {
  return (
    <Menu
      label="Download as"
      placement="bottom-end"
      trigger={<IconButton label="Download" icon={<DownloadIcon />} variant="secondary" />}
      items={[
        { kind: 'heading', label: 'Download these files as' },
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
