import {
  type ActionIconProps,
  type ButtonProps,
  createTheme,
  type CSSVariablesResolver,
  type InputProps,
  type MantineColorsTuple,
  type ModalProps,
  type MultiSelectProps,
  type OverlayProps,
  rem,
  type SelectProps,
  type TooltipProps,
} from "@mantine/core";

// Themes a component without importing it. `Button.extend` would put every themed component into the first load.
interface ThemedPart<Props> {
  defaultProps?: Partial<Props>;
  styles?: Record<string, React.CSSProperties>;
  vars?: (theme: unknown, props: Props) => Record<string, Record<string, string>>;
}
type FloatingProps = Pick<ModalProps, "radius" | "shadow" | "transitionProps">;
const part = <Props extends object>(themed: ThemedPart<Props>) => themed as ThemedPart<object>;

const spruce: MantineColorsTuple = [
  "#EDF7F5",
  "#D6ECE8",
  "#ADDAD2",
  "#7FC6BA",
  "#4FB0A1",
  "#2A9A89",
  "#168576",
  "#0C7265",
  "#085C52",
  "#05463F",
];
const gray: MantineColorsTuple = [
  "#F8F7F5",
  "#F4F2EF",
  "#EFEDE9",
  "#E8E5E0",
  "#D5D1CA",
  "#8C867D",
  "#6D6860",
  "#56524B",
  "#38352F",
  "#1F1D1A",
];
const dark: MantineColorsTuple = [
  "#EDEAE6",
  "#B5AFA7",
  "#979189",
  "#77726B",
  "#3D3A37",
  "#2A2826",
  "#1F1D1C",
  "#171615",
  "#111010",
  "#0B0A0A",
];
const red: MantineColorsTuple = [
  "#FCEEEC",
  "#F8DAD6",
  "#F3BCB6",
  "#F28B82",
  "#E4685E",
  "#D04A40",
  "#C1362C",
  "#B3261E",
  "#8E1E17",
  "#6B1611",
];
const yellow: MantineColorsTuple = [
  "#FBF2DF",
  "#F5E2BB",
  "#ECCB87",
  "#E3B05B",
  "#CF9430",
  "#B37A17",
  "#9B670F",
  "#85560A",
  "#694407",
  "#4E3205",
];

const heights: Record<string, string> = { xs: rem(28), sm: rem(32), md: rem(36), lg: rem(44) };
const heightOf = (size: unknown) => heights[String(size ?? "xs")] ?? rem(28);
const padding: Record<string, string> = { xs: rem(10), sm: rem(12), md: rem(14), lg: rem(14) };
const quick = { duration: 120, transition: "fade" } as const;
// The list itself scrolls. A box that scrolls around it would have to be reached with the keyboard by itself.
// At the start of its field: a list is placed before it is drawn, and in the middle half of it would be beside a phone.
const dropdown = {
  withScrollArea: false,
  comboboxProps: { shadow: "md", radius: "lg", transitionProps: quick, position: "bottom-start" },
} as const;
const scrollingList = { options: { maxHeight: rem(220), overflowY: "auto" } } as const;

export const theme = createTheme({
  colors: { spruce, gray, dark, red, yellow },
  primaryColor: "spruce",
  primaryShade: { light: 7, dark: 7 },
  black: "#1F1D1A",
  white: "#FFFFFF",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xxs: rem(11), xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20), display: rem(28) },
  lineHeights: { xs: "1.3334", sm: "1.5385", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24), xxl: rem(32) },
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: "md",
  shadows: { xs: "none", sm: "none", md: "var(--k-pop-shadow)", lg: "var(--k-pop-shadow)", xl: "var(--k-pop-shadow)" },
  focusClassName: "k-focus",
  activeClassName: "",
  respectReducedMotion: true,
  cursorType: "default",
  components: {
    Button: part<ButtonProps>({
      defaultProps: { size: "xs", variant: "default" },
      styles: { label: { fontWeight: 500 } },
      vars: (_, props) => ({
        root: {
          "--button-height": heightOf(props.size),
          "--button-fz": rem(13),
          "--button-padding-x": padding[String(props.size)] ?? rem(10),
        },
      }),
    }),
    ActionIcon: part<ActionIconProps>({
      defaultProps: { size: "xs", variant: "subtle", color: "gray" },
      vars: (_, props) => ({ root: { "--ai-size": heightOf(props.size) } }),
    }),
    CloseButton: part<{ size: string; iconSize: string }>({ defaultProps: { size: rem(28), iconSize: rem(16) } }),
    Input: part<InputProps>({
      defaultProps: { size: "md" },
      vars: (_, props) => ({ wrapper: { "--input-height": heightOf(props.size ?? "md"), "--input-fz": rem(13) } }),
    }),
    InputWrapper: part<object>({
      styles: {
        label: { fontSize: "inherit", fontWeight: 500, marginBottom: rem(6) },
        description: { fontSize: rem(12) },
        error: { fontSize: rem(12) },
      },
    }),
    Select: part<SelectProps>({ defaultProps: { allowDeselect: false, ...dropdown }, styles: scrollingList }),
    MultiSelect: part<MultiSelectProps>({ defaultProps: dropdown, styles: scrollingList }),
    Checkbox: part<object>({ vars: () => ({ root: { "--checkbox-size": rem(14), "--checkbox-radius": rem(3) } }) }),
    Radio: part<object>({ vars: () => ({ root: { "--radio-size": rem(16), "--radio-icon-size": rem(6) } }) }),
    ModalRoot: part<ModalProps>({
      // No scroll lock: the page behind scrolls in its own box, which a dialog does not affect.
      defaultProps: { radius: "xl", centered: true, shadow: "md", lockScroll: false, transitionProps: quick },
    }),
    ModalOverlay: part<OverlayProps>({ defaultProps: { color: "var(--k-scrim)", backgroundOpacity: 1 } }),
    Popover: part<FloatingProps>({ defaultProps: { radius: "lg", shadow: "md", transitionProps: quick } }),
    Menu: part<FloatingProps>({ defaultProps: { radius: "lg", shadow: "md", transitionProps: quick } }),
    Tooltip: part<TooltipProps>({ defaultProps: { openDelay: 400, transitionProps: quick, fz: "xs" } }),
  },
});

/** Maps Mantine's variables to our tokens, so that its components look like ours. */
export const resolver: CSSVariablesResolver = () => {
  const roles = {
    "--mantine-color-body": "var(--k-bg)",
    "--mantine-color-text": "var(--k-text)",
    "--mantine-color-dimmed": "var(--k-text-3)",
    "--mantine-color-placeholder": "var(--k-text-3)",
    "--mantine-color-anchor": "var(--k-accent-text)",
    "--mantine-color-error": "var(--k-danger)",
    "--mantine-color-success": "var(--k-ok)",
    "--mantine-color-default-border": "var(--k-border-strong)",
    "--mantine-color-default-hover": "var(--k-hover)",
    "--mantine-color-default-color": "var(--k-text)",
    "--mantine-color-disabled": "var(--k-fill)",
    "--mantine-color-disabled-color": "var(--k-text-3)",
    "--mantine-color-gray-light-hover": "var(--k-hover)",
    "--mantine-color-gray-light-color": "var(--k-text-2)",
  };
  return {
    variables: {},
    light: roles,
    dark: {
      ...roles,
      "--mantine-color-default": "var(--k-raised)",
      "--mantine-primary-color-filled-hover": "#168576",
      "--mantine-color-spruce-filled-hover": "#168576",
    },
  };
};
