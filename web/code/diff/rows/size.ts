const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const

/** "512 bytes", "3.42 KiB". @source DIFF-025 */
export function describeFileSize(bytes: number, decimals = 2): string {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return `${size.toFixed(decimals)} ${units[unit]}`
}
