/** The mark: a person (round) and a program (square), overlapping. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" role="img" aria-label="Kith" style={{ flex: "none" }}>
      <circle cx="7.5" cy="12" r="6" fill="none" stroke="var(--k-text)" strokeWidth="1.8" />
      <rect x="8" y="1.9" width="10.1" height="10.1" rx="2.2" fill="var(--k-accent)" />
      <path d="M8 6.02A6 6 0 0 1 13.48 12H10.2A2.2 2.2 0 0 1 8 9.8Z" fill="var(--k-text)" />
    </svg>
  );
}
