/** The longest that this thread worked without a pause. Its own time, because the machine may be busy with something else. */
export function watchHeld() {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 2);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}
