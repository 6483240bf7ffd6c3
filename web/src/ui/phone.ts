import { useMediaQuery } from "@mantine/hooks";

/** The one width at which the page changes shape; base.css has the same number. */
export const useIsPhone = () => useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
