"""The page of `tandem play` in Chromium at the sizes of laptops, phones and tablets, in both themes and languages.

At every size and stage: no sideways scroll, every control can be reached and lies inside the screen, texts have the
contrast that people with weak eyes need, controls have names. The chat stays at its end.
"""

import tempfile
import time
from pathlib import Path

from chromium import Page, Visit, has_driver, serve, wait
from common import arguments, check
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By

SIZES = [(1366, 768), (844, 390), (667, 375), (390, 844), (768, 1024)]
# The contrast of text by WCAG 2, level AA.
LEAST_CONTRAST = 4.5

# Controls that are cut off, too small for a finger or covered, after each was scrolled to as a person would.
UNREACHABLE = """
    const [root] = arguments;
    const wrong = [];
    const name = (element) => element.id || element.getAttribute("aria-label") || element.textContent.trim() || element.className;
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
    for (const control of document.querySelectorAll(`${root} button, ${root} select, ${root} input:not([type=file])`)) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      // Empty slots of a hand, and those of others, are no controls.
      if (control.closest(".hand") && !control.closest("#own .at-bottom")) continue;
      control.scrollIntoView({ block: "center", inline: "nearest" });
      const box = control.getBoundingClientRect();
      if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) wrong.push(`${name(control)} is outside: ${JSON.stringify(box)}`);
      if (box.width < 18 || box.height < 18) wrong.push(`${name(control)} is ${box.width.toFixed()} x ${box.height.toFixed()}`);
      if (control.matches("select") && box.width < 80) wrong.push(`${name(control)} is ${box.width.toFixed()} wide`);
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!control.contains(hit)) wrong.push(`${name(control)} is covered by ${hit?.id || hit?.className}`);
    }
    window.scrollTo(0, 0);
    return wrong;"""

# Texts with less contrast than needed, against the ground that they really have.
PALE = """
    const [least] = arguments;
    const parts = (color) => {
      const numbers = color.match(/[\\d.]+/g).map(Number);
      return color.startsWith("color(srgb") ? [...numbers.slice(0, 3).map((part) => part * 255), numbers[3] ?? 1] : [...numbers.slice(0, 3), numbers[3] ?? 1];
    };
    const light = (rgb) => {
      const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = ([r, g, b, a], ground) => [r, g, b].map((part, index) => part * a + ground[index] * (1 - a));
    const ground = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) layers.unshift(parts(getComputedStyle(at).backgroundColor));
      return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const wrong = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest("script, style, option, .unseen")) continue;
      const below = ground(element);
      const [one, two] = [light(over(parts(getComputedStyle(element).color), below)), light(below)].sort((a, b) => b - a);
      const ratio = (one + 0.05) / (two + 0.05);
      if (ratio < least) wrong.set(`${element.tagName}.${element.className}#${element.id}`, `${ratio.toFixed(2)} : 1 “${walker.currentNode.data.trim().slice(0, 30)}”`);
    }
    return [...wrong].map(([where, what]) => `${where} ${what}`);"""

# Controls without a name, or with one that leaves out what is written on them.
UNNAMED = """
    const wrong = [];
    for (const control of document.querySelectorAll("button, select, input:not([type=file])")) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const label = control.getAttribute("aria-label") ?? "";
      const words = control.matches("select, input") ? "" : control.textContent.trim();
      const given = label || words || control.labels?.[0]?.textContent || control.placeholder || "";
      if (!given) wrong.push(`no name: ${control.id || control.className}`);
      if (label && words.match(/\\p{L}{2}/u) && !label.toLowerCase().includes(words.toLowerCase())) wrong.push(`${words} is called ${label}`);
    }
    if (document.querySelectorAll("h1").length !== 1 || !document.querySelector("h1").checkVisibility()) wrong.push("no h1");
    return wrong;"""


def at_every_size(page, stage, photos, root="body"):
    for width, height in SIZES:
        page.resize(width, height)
        time.sleep(0.3)
        if photos:
            page.driver.save_screenshot(f"{photos}/{stage}-{width}x{height}.png")
        wrong = page.driver.execute_script(UNREACHABLE, root)
        check(not wrong, f"{stage} at {width}x{height}: {wrong}")
        check(not (odd := page.driver.execute_script(UNNAMED)), f"{stage} at {width}x{height}: {odd}")
    page.resize(*SIZES[0])
    for theme in ["light", "dark"]:
        media = [{"name": "prefers-color-scheme", "value": theme}]
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        time.sleep(0.2)
        if photos:
            page.driver.save_screenshot(f"{photos}/{stage}-{theme}.png")
        pale = page.driver.execute_script(PALE, LEAST_CONTRAST)
        check(not pale, f"{stage}, {theme} theme: {pale}")
    print(f"{stage}: {len(SIZES)} sizes, 2 themes")


def ask_newcomer(page, photos):
    """The first start asks once, and sets levels."""
    wait("a question", lambda: page.find("#newcomer-chess") and page.find("#newcomer-chess").is_displayed())
    at_every_size(page, "newcomer", photos, "#newcomer")
    page.find("#newcomer-new").click()
    names = lambda: [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]
    wait("levels", lambda: sorted(names()) == sorted(["Tandem, уровень 2", "Tandem, уровень 2", "Партнёр: Tandem", "Вы"]))
    wait("an introduction", lambda: page.find("#intro[open] #intro-next"))
    at_every_size(page, "intro", photos, "#intro")
    for _ in range(5):
        page.find("#intro-next").click()
    check(not page.find("#intro[open]"), "the introduction has no end")
    page.driver.refresh()
    wait("table", lambda: page.find("#new-game").is_displayed())
    check(not page.find("#newcomer").get_attribute("open"), "the question is asked again")


def set_table(page, photos):
    page.button("new-game")
    at_every_size(page, "form", photos, "#setup")
    page.find("#seat-B option[value=guest]").click()
    page.find("#time-600-0").click()
    page.find("#start").click()
    wait("an invitation", lambda: page.find("#other .invite, #own .invite").is_displayed)
    button = wait("its button", lambda: next((b for b in page.driver.find_elements(By.CSS_SELECTOR, ".invite") if b.is_displayed()), None))
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    at_every_size(page, "waiting", photos)
    button.click()
    wait("a QR code", lambda: page.find("#invite .qr path"))
    check("#key=" in page.find("#invite-link").get_attribute("value"), "there is no link")
    at_every_size(page, "invite", photos, "#invite")
    page.dismiss()
    page.button("new-game")
    page.find("#seat-B option[value=tandem]").click()
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")


def say(page, text):
    page.find("#words").send_keys(text, Keys.ENTER)
    wait(text, lambda: text in page.lines("mine"))


def gap(page):
    """Pixels of the log below those on display."""
    return page.driver.execute_script("const log = document.querySelector('#log'); return log.scrollHeight - log.scrollTop - log.clientHeight")


def follow_talk(page):
    """The log stays at its end when lines come and sizes change, and stays where it is when it is read."""
    for number in range(12):
        say(page, f"line {number}")
    check(gap(page) < 8, f"the last lines are {gap(page)} px below")
    page.driver.refresh()
    wait("the talk", lambda: "line 11" in page.lines("mine"))
    wait("its end after a reload", lambda: gap(page) < 8, 5)
    for width, height in SIZES:
        page.resize(width, height)
        time.sleep(0.3)
        check(gap(page) < 8, f"the talk left its end at {width}x{height}: {gap(page)}")
    page.resize(*SIZES[0])
    time.sleep(0.3)
    page.driver.execute_script("document.querySelector('#log').scrollTop = 0")
    time.sleep(0.2)
    page.driver.execute_script("document.querySelector('#words').value = ''")
    # The partner's answer comes while older lines are read.
    page.driver.execute_script("document.querySelector('#wishes .sayings button:last-child').click()")
    wait("an own line, which is always seen", lambda: gap(page) < 8)


def play_by_san(page):
    """Moves typed in SAN, and a word on a move that is none."""
    body = page.find("body")
    body.send_keys("e4")
    wait("a pawn's move", lambda: page.piece("e4") == "Белые: пешка")
    wait("what a screen reader says", lambda: "белые A: e4" in page.driver.execute_script("return document.querySelector('#told').textContent") or "чёрные A" in page.driver.execute_script("return document.querySelector('#told').textContent"))
    wait("our turn", lambda: page.status() == "Ваш ход")
    body.send_keys("Nf3")
    wait("a knight's move", lambda: page.piece("f3") == "Белые: конь")
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.click("a1", "a8")
    wait("a word on it", lambda: "невозможен" in page.find("#banner").text)


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    folder = Path(tempfile.mkdtemp())
    with Visit(photos) as visit:
        visit.server, link = serve(args.engine, folder)
        page = visit.page = Page(link, folder)
        ask_newcomer(page, photos)
        set_table(page, photos)
        play_by_san(page)
        at_every_size(page, "game", photos)
        follow_talk(page)
        page.button("resign")
        page.button("resign")
        wait("the end", lambda: page.find("#ending").get_attribute("open"))
        check("Вы проиграли" in page.find("#ending h2").text and "сдача" in page.find("#ending .reason").text, page.find("#ending").text)
        at_every_size(page, "end", photos, "#ending")
        page.find("#end-toReview").click()
        wait("an evaluation", lambda: page.find("#review .moment"))
        at_every_size(page, "review", photos)
        check(gap(page) < 8, f"the talk left its end: {gap(page)}")
        curve = page.find("#review [role=slider]")
        page.driver.execute_script("arguments[0].focus()", curve)
        page.driver.switch_to.active_element.send_keys(Keys.HOME)
        wait("the start by a key", lambda: page.find("#review [role=slider]").get_attribute("aria-valuenow") == "0")
        check(page.driver.switch_to.active_element.get_attribute("role") == "slider", "the curve loses the focus")
        log = [entry["message"] for entry in page.driver.get_log("browser")]
        check(not log, f"the browser complains: {log}")


if __name__ == "__main__":
    main()
