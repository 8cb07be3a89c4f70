const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const

/** "512 bytes", "3.4 KiB". */
export function describeSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`
}
