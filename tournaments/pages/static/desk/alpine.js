// The theme writes expressions into attributes. Under our policy nothing may compile them, so Alpine's build for strict
// policies reads them instead; it knows no globals, no arrow functions and no `;`. What the templates use of these is
// handed to it here, by name.
document.addEventListener("alpine:init", () => {
  Alpine.data("theme", theme);
  Alpine.data("searchForm", searchForm);
  Alpine.data("searchDropdown", searchDropdown);
  Alpine.data("desk", first => ({
    activeTab: first,
    sidebarMobileOpen: false,
    sidebarDesktopOpen: localStorage.getItem("sidebarDesktopOpen") !== "0",
    window: { location: { get pathname() { return location.pathname; }, get search() { return location.search; } } },
    init() {
      this.activeTab = getCurrentTab() || first;
      this.$watch("sidebarDesktopOpen", open => localStorage.setItem("sidebarDesktopOpen", open ? "1" : "0"));
    },
  }));
});
