export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="3" y="1.5" width="2.5" height="21" rx="1.25" fill="currentColor" />
      <path d="M7.5 3.5H21.2L17.6 8.75 21.2 14H7.5Z" fill="var(--accent-text)" />
    </svg>
  )
}
